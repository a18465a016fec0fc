// Exports the page renderer of the visitors' pages to the other parts of the server.
export { loadRenderer, type PageApi, type PageRenderer } from './renderer.ts'
