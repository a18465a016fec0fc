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
  viewOf,
} from './published-form.ts'
export { COMPILED, DOCUMENT_UNLESS_COMPILED, openVersion, type ReadVersion, readSearchData, readVersion } from './read-version.ts'
export { cleanDefinition, cleanHtml } from './sanitize.ts'
export { bytesOfSearchData, searchDataOf } from './search-data.ts'
export { SearchIndex } from './search-index.ts'
export { showableDraft } from './showable-draft.ts'
