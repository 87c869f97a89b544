// The commands are plain JavaScript, so that Node can run them before anything is installed.
declare module "*.mjs";
