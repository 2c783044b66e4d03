/**
 * hone in VS Code: starts `hone lsp` and hands on what it says. Everything else is in the server (src/cli/lsp), so that other editors
 * have it, too. Bundled and packed by scripts/build-vscode.mjs.
 */
import { commands, window, workspace } from "vscode";
import { LanguageClient, TransportKind } from "vscode-languageclient/node";

/** @type {LanguageClient | undefined} */
let client;

/** Of the section `hone`: what the server understands, and what is not null, which stands for what hone.config.json says. */
function serverSettings({ path: _, trace: __, options, ...settings }) {
  const given = Object.entries({ ...settings, ...options }).filter(([, value]) => value !== null);
  return Object.fromEntries(given);
}

async function start() {
  const command = workspace.getConfiguration("hone").get("path") || "hone";
  client = new LanguageClient(
    "hone",
    "hone",
    // On Windows npm installs a command file, which only a shell starts.
    { command, args: ["lsp"], transport: TransportKind.stdio, options: { shell: process.platform === "win32" } },
    {
      documentSelector: [{ scheme: "file", language: "c" }],
      middleware: {
        workspace: {
          configuration: async (params, token, next) => {
            const found = await next(params, token);
            return Array.isArray(found) ? found.map((one) => (one ? serverSettings(one) : one)) : found;
          },
        },
        // From the palette they are about the file in front.
        executeCommand: (command, args, next) => {
          const uri = window.activeTextEditor?.document.uri;
          if (args.length > 0 || uri === undefined) return next(command, args);
          return next(command, [client.code2ProtocolConverter.asUri(uri)]);
        },
      },
    },
  );
  try {
    await client.start();
  } catch (error) {
    const answer = await window.showErrorMessage(
      `hone: "${command} lsp" could not be started: ${error.message}. hone is installed by "npm install --global hone-c".`,
      "Settings",
    );
    if (answer === "Settings") await commands.executeCommand("workbench.action.openSettings", "hone.path");
  }
}

async function stop() {
  const last = client;
  client = undefined;
  await last?.stop().catch(() => {});
}

export async function activate(context) {
  const restart = async () => {
    await stop();
    await start();
  };
  context.subscriptions.push(
    commands.registerCommand("hone.restart", restart),
    workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("hone.path")) void restart();
    }),
  );
  await start();
}

export const deactivate = stop;
