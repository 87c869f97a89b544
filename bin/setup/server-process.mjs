/**
 * How Node runs the server, besides what it runs. Its young generation, where every page that is rendered leaves what is thrown away
 * at once, may grow to 8 MB for the half in use and 8 MB for the half in waiting. The old generation is collected when it has grown by
 * half. Twice as much of both gives an import of 10 000 posts nothing: it stores as many posts a second, and the server takes 390 MB
 * instead of 295.
 */
export const SERVER_FLAGS = ["--max-semi-space-size=8", "--heap-growing-percent=50"];

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
