/** Vite replaces the import of an SVG file with the query `?url&no-inline` by the URL of the built file. */
declare module '*.svg?url&no-inline' {
  const url: string
  export default url
}
