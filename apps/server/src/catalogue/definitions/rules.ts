// Exports what the other parts of the server may use of definitions.

export { matches, patternFault } from './patterns.ts'
export { fieldsOf, headerOf, indexDefinition, languageOfPath, needsSignIn, type PublishedDefinition, viewOf } from './published-form.ts'
export { cleanDefinition, cleanHtml } from './sanitize.ts'
export { showableDraft } from './showable-draft.ts'
