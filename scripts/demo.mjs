import { buildAll } from "./build.mjs";

buildAll();
console.log("Open dist/test.rbxl in Studio and press Run to run the specs there.");
