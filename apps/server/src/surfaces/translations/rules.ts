// Exports the files of translations to the command line.
export { FileRejected } from './exchange-text.ts'
export { exportTranslations, type ImportedTranslations, importTranslations, TranslationRejected, translationFormat } from './translation-files.ts'
