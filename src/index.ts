export { fail } from "./bytes/fail";
export { Reader } from "./bytes/reader";
export { Writer } from "./bytes/writer";
export { packC4, unpackC4 } from "./rotation/c4";
