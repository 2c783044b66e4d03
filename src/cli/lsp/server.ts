/**
 * The language server: the protocol's requests and notifications, put to a session. It runs no analysis itself, so that it
 * answers while others work. A bundle for itself (dist/lsp.js, docs/adr/0011): no other command loads the protocol.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type CancellationToken,
  type ClientCapabilities,
  CodeActionKind,
  CodeLensRefreshRequest,
  type Connection,
  createConnection,
  DidChangeConfigurationNotification,
  DidChangeWatchedFilesNotification,
  type InitializeParams,
  type InitializeResult,
  InlayHintRefreshRequest,
  LSPErrorCodes,
  MessageType,
  ResponseError,
  ShowMessageNotification,
  TextDocumentSyncKind,
  TextDocuments,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { codeActions } from "./actions.ts";
import { COMMANDS, codeLenses, inlayHints } from "./between-lines.ts";
import { type Desk, execute } from "./commands.ts";
import { pathOf } from "./positions.ts";
import { killAll } from "./processes.ts";
import { type Editor, Session, type Surroundings } from "./session.ts";
import { settingsOf } from "./settings.ts";

export interface ServerOptions {
  /** The program of the workers. */
  readonly worker: string;
  readonly version: string;
}

/** Files that say how programs are read. */
const WATCHED = [{ globPattern: "**/hone.config.json" }, { globPattern: "**/compile_commands.json" }];

/** Serves until the editor says `exit` or goes away, which ends the process. */
export function serve({ worker, version }: ServerOptions): Promise<never> {
  const connection = createConnection(process.stdin, process.stdout);
  process.on("exit", () => {
    killAll();
    desk.clear();
  });
  let able: ClientCapabilities = {};
  const around: Surroundings = { worker, root: process.cwd(), settings: settingsOf(undefined, () => {}) };
  const session = new Session(
    editorOf(connection, () => able),
    around,
  );
  const desk = deskOf(connection, () => able);
  const documents = new TextDocuments(TextDocument);
  // What the editor says later is laid over what it said first.
  let first: unknown;
  const configure = (given: unknown): "as before" | "changed" => {
    const before = JSON.stringify(around.settings);
    const all = isObject(first) && isObject(given) ? { ...first, ...given } : given;
    around.settings = settingsOf(all, (problem) => desk.tell(`hone: settings: ${problem}`));
    return before === JSON.stringify(around.settings) ? "as before" : "changed";
  };

  connection.onInitialize((params) => {
    able = params.capabilities;
    around.root = rootOf(params) ?? around.root;
    first = params.initializationOptions;
    configure(first);
    return initialised(version);
  });
  connection.onInitialized(async () => {
    if (able.workspace?.didChangeConfiguration?.dynamicRegistration === true)
      asked(connection.client.register(DidChangeConfigurationNotification.type, { section: "hone" }));
    if (able.workspace?.didChangeWatchedFiles?.dynamicRegistration === true)
      asked(connection.client.register(DidChangeWatchedFilesNotification.type, { watchers: WATCHED }));
    // What has been opened before is looked at with the defaults until then; there is hardly ever anything.
    if (able.workspace?.configuration === true) await reconfigured();
  });
  const reconfigured = async (pushed?: unknown) => {
    const asked =
      able.workspace?.configuration === true
        ? await connection.workspace.getConfiguration("hone").catch(() => {})
        : undefined;
    const given = asked ?? (pushed as { readonly hone?: unknown } | undefined)?.hone;
    if (given === undefined || given === null) return;
    if (configure(given) === "changed") session.configured();
  };
  connection.onDidChangeConfiguration(({ settings }) => void reconfigured(settings));
  connection.onDidChangeWatchedFiles(() => session.configured());

  documents.onDidOpen(({ document }) => session.opened(document));
  documents.onDidChangeContent(({ document }) => session.changed(document));
  documents.onDidSave(({ document }) => session.saved(document));
  documents.onDidClose(({ document }) => session.closed(document));
  documents.listen(connection);

  connection.onCodeLens(async ({ textDocument }) => {
    const file = session.file(textDocument.uri);
    if (file === undefined) return [];
    // Who can be told later is answered now.
    if (file.reading === undefined && able.workspace?.codeLens?.refreshSupport !== true) await session.read(file);
    return codeLenses(file);
  });
  connection.languages.inlayHint.on(({ textDocument, range }) => {
    const file = session.file(textDocument.uri);
    return file === undefined ? [] : inlayHints(file, range);
  });
  connection.onCodeAction((params) => codeActions(params, session));
  connection.onExecuteCommand(async ({ command, arguments: given = [] }, token) => {
    const [uri, entry] = given as readonly unknown[];
    const file = typeof uri === "string" ? session.file(uri) : undefined;
    if (file === undefined) return new ResponseError(LSPErrorCodes.RequestFailed, "there is no such file open");
    const called = { command, file, entry: typeof entry === "string" ? entry : undefined, signal: signalOf(token) };
    try {
      const answer = await execute(called, session, around.settings, desk);
      return token.isCancellationRequested ? new ResponseError(LSPErrorCodes.RequestCancelled, "stopped") : answer;
    } catch (error) {
      // Every editor shows what went wrong with a command.
      return new ResponseError(LSPErrorCodes.RequestFailed, (error as Error).message);
    }
  });
  connection.onShutdown(() => {
    session.stop();
    killAll();
  });
  connection.listen();
  // The connection ends the process.
  return new Promise<never>(() => {});
}

function initialised(version: string): InitializeResult {
  return {
    serverInfo: { name: "hone", version },
    capabilities: {
      positionEncoding: "utf-16",
      textDocumentSync: {
        openClose: true,
        change: TextDocumentSyncKind.Incremental,
        save: { includeText: false },
      },
      inlayHintProvider: true,
      codeLensProvider: {},
      codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, CodeActionKind.Source] },
      executeCommandProvider: { commands: Object.values(COMMANDS), workDoneProgress: false },
    },
  };
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function rootOf({ workspaceFolders, rootUri }: InitializeParams): string | undefined {
  const uri = workspaceFolders?.[0]?.uri ?? rootUri;
  return uri === undefined || uri === null ? undefined : pathOf(uri);
}

function signalOf(token: CancellationToken): AbortSignal {
  const controller = new AbortController();
  token.onCancellationRequested(() => controller.abort());
  return controller.signal;
}

/** An editor may refuse what it is asked for: that is its own matter. */
function asked(request: Promise<unknown>): void {
  request.catch(() => {});
}

function editorOf(connection: Connection, able: () => ClientCapabilities): Editor {
  return {
    diagnostics: (uri, version, diagnostics) =>
      asked(
        connection.sendDiagnostics({
          uri,
          diagnostics: [...diagnostics],
          ...(version === undefined ? {} : { version }),
        }),
      ),
    changed: () => {
      const { workspace } = able();
      if (workspace?.codeLens?.refreshSupport === true) asked(connection.sendRequest(CodeLensRefreshRequest.type));
      if (workspace?.inlayHint?.refreshSupport === true) asked(connection.sendRequest(InlayHintRefreshRequest.type));
    },
    progress: (title, stop) => {
      if (able().window?.workDoneProgress !== true) return { line: () => {}, end: () => {} };
      const begun = connection.window.createWorkDoneProgress().then((progress) => {
        progress.begin(title, undefined, undefined, true);
        progress.token.onCancellationRequested(stop);
        return progress;
      });
      return {
        line: (text) => asked(begun.then((progress) => progress.report(text))),
        end: () => asked(begun.then((progress) => progress.done())),
      };
    },
  };
}

function deskOf(connection: Connection, able: () => ClientCapabilities): Desk & { clear(): void } {
  let folder: string | undefined;
  return {
    tell: (message) =>
      asked(connection.sendNotification(ShowMessageNotification.type, { type: MessageType.Info, message })),
    show: async (uri, where) => {
      if (able().window?.showDocument?.support !== true) return false;
      const how = { uri, external: where === "browser", takeFocus: true };
      const { success } = await connection.window.showDocument(how).catch(() => ({ success: false }));
      return success;
    },
    write: (name, text) => {
      folder ??= mkdtempSync(join(tmpdir(), "hone-"));
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    },
    clear: () => {
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}
