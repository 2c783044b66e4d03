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
      help: "print more: what took how long; with --version, what is installed",
      apply: store((settings) => (settings.verbose = true)),
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
