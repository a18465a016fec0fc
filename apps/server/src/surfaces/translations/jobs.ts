// Exports the background job that remembers translations, which the worker runs.
export { rememberTranslations } from './memory.ts'
