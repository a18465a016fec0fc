// Exports the files of translations to the command line.
export { FileRejected } from './exchange-text.ts'
export { exportTranslations, type ImportedTranslations, importTranslations, TranslationRejected } from './translation-files.ts'
