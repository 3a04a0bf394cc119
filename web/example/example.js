/* The page of examples has nothing of its own to do. */
import { install } from "../install.js";

install();
