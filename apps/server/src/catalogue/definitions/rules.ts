// Exports the functions and types of form definitions to the other parts of the server.

export { matchesPattern as matches, patternFault } from '@sportello/checks'
export { cleanDocument } from './clean-document.ts'
export { fieldsOf, headerOf, indexDefinition, languageOfPath, needsSignIn, type PublishedDefinition, viewOf } from './published-form.ts'
export { cleanDefinition, cleanHtml } from './sanitize.ts'
export { showableDraft } from './showable-draft.ts'
