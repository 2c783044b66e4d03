/** Options: sets of tasks, workers and tables. */
import { type OptionGroup, positiveNumber, store } from "../option.ts";

export const BENCH_OPTIONS: OptionGroup = {
  title: "Many programs",
  options: [
    {
      flags: ["--configs"],
      argument: "LIST",
      help: "what to compare, separated by commas: presets, each perhaps with more options (default: what `verify` does)",
      commands: ["bench"],
      apply: store((settings, value) => (settings.configurations = value.split(","))),
    },
    {
      flags: ["--jobs", "-j"],
      argument: "N",
      help: "runs at the same time (default 1)",
      commands: ["bench", "worker", "table"],
      apply: (settings, value) => {
        if (!/^[1-9]\d{0,2}$/.test(value)) return "a number from 1 to 999 is expected";
        settings.jobs = Number(value);
        return undefined;
      },
    },
    {
      flags: ["--sample"],
      argument: "N",
      help: "take at most N tasks of each set, always the same ones",
      commands: ["bench"],
      config: false,
      apply: (settings, value) => {
        if (!/^[1-9]\d{0,5}$/.test(value)) return "a positive number is expected";
        settings.sample = Number(value);
        return undefined;
      },
    },
    {
      flags: ["--all-properties"],
      help: "also run the tasks of an INDEX.tsv that ask about bounds or overflows",
      commands: ["bench"],
      apply: store((settings) => (settings.allProperties = true)),
    },
    {
      flags: ["--queue"],
      argument: "URL",
      help: "the Redis server where tasks are left for workers: redis://HOST:PORT/DATABASE (docs/batch.md); the password may be in HONE_QUEUE_PASSWORD",
      commands: ["bench", "worker"],
      apply: store((settings, value) => (settings.queue = value)),
    },
    {
      flags: ["--queue-name"],
      argument: "NAME",
      help: "which queue of the server (default hone)",
      commands: ["bench", "worker"],
      apply: (settings, value) => {
        if (!/^[\w.-]{1,100}$/.test(value)) return "letters, digits, dots, dashes and underscores are expected";
        settings.queueName = value;
        return undefined;
      },
    },
    {
      flags: ["--shared-files"],
      help: "with --queue: workers read the files by their paths, from a disk that they share; they do not travel",
      commands: ["bench"],
      apply: store((settings) => (settings.sharedFiles = true)),
    },
    {
      flags: ["--allow"],
      argument: "DIR",
      help: "with --queue: programs may also include files of this folder, beside the folders of the tasks and of -I",
      commands: ["bench"],
      apply: store((settings, value) => settings.allowedFolders.push(value)),
    },
    {
      flags: ["--fresh"],
      help: "run everything, also what is kept in the folder of -o or at the server",
      commands: ["bench"],
      config: false,
      apply: store((settings) => (settings.fresh = true)),
    },
    {
      flags: ["--compare"],
      help: "compare two results instead of running anything: OLD and NEW are bench.json files, or folders of -o",
      commands: ["bench"],
      config: false,
      apply: store((settings) => (settings.compare = true)),
    },
    {
      flags: ["--most-seconds"],
      argument: "SECONDS",
      help: "refuse tasks that ask for more time (default a day)",
      commands: ["worker"],
      apply: (settings, value) => {
        const seconds = positiveNumber(value);
        if (seconds === undefined) return "a positive number of seconds is expected";
        settings.mostSeconds = seconds;
        return undefined;
      },
    },
    {
      flags: ["--most-memory"],
      argument: "MB",
      help: "refuse tasks that ask for more memory (default: what the machine has)",
      commands: ["worker"],
      apply: (settings, value) => {
        const megabytes = positiveNumber(value);
        if (megabytes === undefined) return "a positive number of megabytes is expected";
        settings.mostMemoryMb = megabytes;
        return undefined;
      },
    },
    {
      flags: ["--root"],
      argument: "DIR",
      help: "the folder of the benchmark sets (default: the environment variable HONE_BENCHMARKS)",
      commands: ["bench", "table"],
      apply: store((settings, value) => (settings.root = value)),
    },
    {
      flags: ["--rows"],
      argument: "LIST",
      help: "only these rows, separated by commas",
      commands: ["table"],
      config: false,
      apply: store((settings, value) => (settings.rows = value.split(","))),
    },
    {
      flags: ["--columns"],
      argument: "LIST",
      help: "only these columns, separated by commas",
      commands: ["table"],
      config: false,
      apply: store((settings, value) => (settings.columns = value.split(","))),
    },
    {
      flags: ["--ablate"],
      help: "instead of the table's columns: our preset, and the same with each of its extras switched off (--columns: which presets)",
      commands: ["table"],
      config: false,
      apply: store((settings) => (settings.ablate = true)),
    },
  ],
};
