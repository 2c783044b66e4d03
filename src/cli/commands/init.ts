/** `hone init`: a hone.config.json to start from. */
import { existsSync } from "node:fs";
import { CONFIG_NAME } from "../../tasks/config-file.ts";
import { systemMessage, writeWhole } from "../../tasks/files.ts";
import type { Arguments } from "../arguments.ts";
import { CONFIG_SCHEMA_ID, CONFIG_SCHEMA_PATH } from "../config-schema.ts";
import type { Environment } from "../environment.ts";
import { EXIT_BAD_INPUT, EXIT_SAFE, type ExitCode } from "../exit-codes.ts";

export function initCommand({ files }: Arguments, environment: Environment): ExitCode {
  const refuse = (message: string): ExitCode => {
    environment.log(`hone: ${message}\n`);
    return EXIT_BAD_INPUT;
  };
  if (files.length > 0) return refuse("`hone init` takes no file: it writes into the current folder");
  if (existsSync(CONFIG_NAME)) return refuse(`${CONFIG_NAME} is there already, and is left as it is`);
  try {
    writeWhole(CONFIG_NAME, initialConfig());
  } catch (error) {
    return refuse(`${CONFIG_NAME}: ${systemMessage(error)}`);
  }
  environment.log(`hone: wrote ${CONFIG_NAME}\n`);
  return EXIT_SAFE;
}

/** What people change first, with the values that hold anyway. Editors find the schema where the package is installed. */
function initialConfig(): string {
  const installed = `./node_modules/hone-c/${CONFIG_SCHEMA_PATH}`;
  const config = {
    $schema: existsSync(installed) ? installed : CONFIG_SCHEMA_ID,
    check: ["assert"],
    timeout: 60,
    I: [],
    D: [],
  };
  return `${JSON.stringify(config, undefined, 2)}\n`;
}
