import { startPlugin } from "./main";

startPlugin(plugin);
