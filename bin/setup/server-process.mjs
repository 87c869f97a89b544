/**
 * How Node runs the server, besides what it runs. Its young generation, where every page that is rendered leaves what is thrown away
 * at once, may grow to 64 MB each for the half in use and the half in waiting, and never shrinks while nobody asks for anything. A
 * quarter of that collects as well. The old generation may double before it is collected, not quadruple: an import of 10 000 posts
 * then adds 180 MB to the server instead of 320.
 */
export const SERVER_FLAGS = ["--max-semi-space-size=16", "--heap-growing-percent=100"];

/**
 * How Node runs commands such as `npm run import`, which may run next to the server on a small machine. With them, an import of 10 000
 * posts takes half as much memory and a fifth more time.
 */
export const COMMAND_FLAGS = ["--max-semi-space-size=4", "--optimize-for-size"];

/**
 * glibc keeps what a large piece of memory once took, in case it is wanted again: after three pictures, 200 MB. Pieces of this size (in
 * bytes) and above go back to the system instead.
 */
export const SERVER_ENVIRONMENT = { MALLOC_MMAP_THRESHOLD_: "131072" };
