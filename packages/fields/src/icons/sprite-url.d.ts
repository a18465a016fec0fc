/** Vite replaces such an import by the URL of the built file. */
declare module '*.svg?url&no-inline' {
  const url: string
  export default url
}
