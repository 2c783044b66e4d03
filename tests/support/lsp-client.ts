/** A client of the language server, by the protocol's own library, over the standard streams of the command. */
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import {
  type CodeAction,
  type CodeLens,
  createProtocolConnection,
  type Diagnostic,
  type InlayHint,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver-protocol/node";

export interface ClientOptions {
  /** Arguments of node: the command. */
  readonly program: string;
  readonly folder: string;
  readonly settings?: Record<string, unknown>;
  readonly capabilities?: object;
}

export class LspClient {
  readonly server: ChildProcess;
  readonly connection: ProtocolConnection;
  readonly folder: string;
  /** All that was published, in order. */
  readonly published: PublishDiagnosticsParams[] = [];
  readonly messages: string[] = [];
  readonly shown: string[] = [];
  refreshes = 0;
  stderr = "";
  readonly exited: Promise<number | null>;
  #versions = new Map<string, number>();
  #waiting = new Set<() => void>();

  constructor({ program, folder }: ClientOptions) {
    this.folder = folder;
    this.server = spawn(process.execPath, [resolve(program), "lsp", "--stdio"], { cwd: folder });
    this.exited = new Promise((resolve) => this.server.on("exit", resolve));
    this.server.stderr?.on("data", (chunk: Buffer) => {
      this.stderr += chunk.toString();
    });
    this.connection = createProtocolConnection(
      new StreamMessageReader(this.server.stdout!),
      new StreamMessageWriter(this.server.stdin!),
    );
    const heard = () => {
      for (const one of this.#waiting) one();
    };
    this.connection.onNotification("textDocument/publishDiagnostics", (params: PublishDiagnosticsParams) => {
      this.published.push(params);
      heard();
    });
    this.connection.onNotification("window/showMessage", ({ message }: { message: string }) => {
      this.messages.push(message);
      heard();
    });
    this.connection.onRequest("window/showDocument", ({ uri }: { uri: string }) => {
      this.shown.push(uri);
      return { success: true };
    });
    for (const name of ["workspace/codeLens/refresh", "workspace/inlayHint/refresh"])
      this.connection.onRequest(name, () => {
        this.refreshes += 1;
        heard();
        return null;
      });
    this.connection.onRequest("client/registerCapability", () => null);
    this.connection.listen();
  }

  static async start(options: ClientOptions): Promise<LspClient> {
    const client = new LspClient(options);
    await client.connection.sendRequest("initialize", {
      processId: process.pid,
      rootUri: pathToFileURL(options.folder).href,
      capabilities: {
        textDocument: { publishDiagnostics: { relatedInformation: true, versionSupport: true } },
        window: { showDocument: { support: true } },
        workspace: { codeLens: { refreshSupport: true }, inlayHint: { refreshSupport: true } },
        ...options.capabilities,
      },
      initializationOptions: options.settings ?? {},
    });
    void client.connection.sendNotification("initialized", {});
    return client;
  }

  uri(name: string): string {
    return pathToFileURL(join(this.folder, name)).href;
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.folder, name), text);
  }

  async open(name: string, text = readFileSync(join(this.folder, name), "utf8")): Promise<string> {
    const uri = this.uri(name);
    this.#versions.set(uri, 1);
    await this.connection.sendNotification("textDocument/didOpen", {
      textDocument: { uri, languageId: "c", version: 1, text },
    });
    return uri;
  }

  /** Puts the whole text, or text in the place of a range. @returns the new version. */
  async change(uri: string, text: string, range?: object): Promise<number> {
    const version = (this.#versions.get(uri) ?? 0) + 1;
    this.#versions.set(uri, version);
    await this.connection.sendNotification("textDocument/didChange", {
      textDocument: { uri, version },
      contentChanges: [range === undefined ? { text } : { text, range }],
    });
    return version;
  }

  async save(uri: string): Promise<void> {
    await this.connection.sendNotification("textDocument/didSave", { textDocument: { uri } });
  }

  async close(uri: string): Promise<void> {
    await this.connection.sendNotification("textDocument/didClose", { textDocument: { uri } });
  }

  /** The newest diagnostics of a file. */
  diagnostics(uri: string): readonly Diagnostic[] | undefined {
    return this.published.findLast((one) => one.uri === uri)?.diagnostics;
  }

  /** Waits until something is so, which is looked at whenever the server says something. */
  until(holds: () => boolean, what: string, ms = 55_000): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = () => {
        if (!holds()) return;
        clearTimeout(timer);
        this.#waiting.delete(look);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(look);
        reject(new Error(`${what} did not come; the last was ${JSON.stringify(this.published.at(-1))} ${this.stderr}`));
      }, ms);
      this.#waiting.add(look);
      look();
    });
  }

  lenses(uri: string): Promise<CodeLens[]> {
    return this.connection.sendRequest("textDocument/codeLens", { textDocument: { uri } });
  }

  /** Titles of what stands above the functions. */
  async titles(uri: string): Promise<string[]> {
    return (await this.lenses(uri)).map(({ command, range }) => `${range.start.line + 1}: ${command?.title}`);
  }

  hints(uri: string): Promise<InlayHint[]> {
    const range = { start: { line: 0, character: 0 }, end: { line: 100_000, character: 0 } };
    return this.connection.sendRequest("textDocument/inlayHint", { textDocument: { uri }, range });
  }

  actions(uri: string, line: number): Promise<CodeAction[]> {
    const range = { start: { line: line - 1, character: 0 }, end: { line: line - 1, character: 0 } };
    return this.connection.sendRequest("textDocument/codeAction", {
      textDocument: { uri },
      range,
      context: { diagnostics: this.diagnostics(uri) ?? [] },
    });
  }

  execute(command: string, ...given: unknown[]): Promise<Record<string, string>> {
    return this.connection.sendRequest("workspace/executeCommand", { command, arguments: given });
  }

  /** As an editor leaves. @returns the exit code. */
  async quit(): Promise<number | null> {
    await this.connection.sendRequest("shutdown");
    await this.connection.sendNotification("exit");
    return this.exited;
  }
}
