export { fail } from "./bytes/fail";
export { Reader } from "./bytes/reader";
export { Writer } from "./bytes/writer";
