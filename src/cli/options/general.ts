/** Options: what every command takes. */
import { type OptionGroup, store } from "../option.ts";

export const GENERAL_OPTIONS: OptionGroup = {
  title: "Everywhere",
  options: [
    {
      flags: ["--quiet", "-q"],
      help: "print only the verdict, nothing on stderr but errors",
      apply: store((settings) => (settings.quiet = true)),
    },
    {
      flags: ["--verbose", "-v"],
      help: "print more: what took how long, why engines had the turns that they had; with --version, what is installed",
      apply: store((settings) => (settings.verbose = true)),
    },
    {
      flags: ["--stdio"],
      help: "standard input and output, as some editors say; there is no other way",
      commands: ["lsp"],
      config: false,
      apply: () => undefined,
    },
    {
      flags: ["--clientProcessId"],
      argument: "PID",
      help: "the editor's process: the server ends with it",
      commands: ["lsp"],
      config: false,
      apply: () => undefined,
    },
    {
      flags: ["--help", "-h"],
      help: "this text",
      config: false,
      apply: store((settings) => (settings.help = true)),
    },
    {
      flags: ["--version", "-V"],
      help: "print the version",
      config: false,
      apply: store((settings) => (settings.version = true)),
    },
  ],
};
