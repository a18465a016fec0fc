// Exports the configuration of a form's pages to the other parts of the server.
export { configurationOf } from './configuration.ts'
export { statementOf } from './get-statement.ts'
export { tagViewFor } from './tag-for.ts'
