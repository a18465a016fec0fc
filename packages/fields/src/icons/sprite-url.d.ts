/** Vite gives the address of the built file. */
declare module '*.svg?url&no-inline' {
  const address: string
  export default address
}
