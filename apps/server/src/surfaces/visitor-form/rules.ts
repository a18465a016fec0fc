// Exports what the other parts of the server may use of the visitor's form.
export { configurationOf } from './configuration.ts'
export { tagViewFor } from './tag-for.ts'
