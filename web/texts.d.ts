/** C files are imported as their text. */
declare module "*.c" {
  const text: string;
  export default text;
}
