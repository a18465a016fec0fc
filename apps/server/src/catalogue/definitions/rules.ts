// The public interface of definitions for other concepts.

export { matches, patternFault } from './patterns.ts'
export { fieldsOf, headerOf, indexDefinition, languageOfPath, needsSignIn, type PublishedDefinition, viewOf } from './published-form.ts'
export { cleanDefinition, cleanHtml } from './sanitize.ts'
