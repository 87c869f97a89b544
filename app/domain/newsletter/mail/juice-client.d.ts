declare module "juice/client" {
  export { default } from "juice";
}
