export { t as searchWords } from "./word-search-BIoBQxHl.js";
