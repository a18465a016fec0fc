/** Vite replaces the import of such an SVG file by the URL of the built file. */
declare module '*.svg?url&no-inline' {
  const url: string
  export default url
}
