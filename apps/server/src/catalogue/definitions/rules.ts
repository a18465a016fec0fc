// Exports the functions and types of form definitions to the other parts of the server.

export { matchesPattern as matches, patternFault } from '@sportello/checks'
export {
  asksCaptcha,
  fieldsOf,
  headerOf,
  indexDefinition,
  languageOfPath,
  needsSignIn,
  type PublishedDefinition,
  type PublishedNode,
  viewOf,
} from './published-form.ts'
export { COMPILED, DOCUMENT_UNLESS_COMPILED, openVersion, type ReadVersion, readVersion } from './read-version.ts'
export { cleanDefinition, cleanHtml } from './sanitize.ts'
export { showableDraft } from './showable-draft.ts'
