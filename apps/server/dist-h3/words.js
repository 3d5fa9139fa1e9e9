export { t as readWordFile, n as writeWordFile } from "./word-file-DZ1hg0rh.js";
