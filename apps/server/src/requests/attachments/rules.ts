// Exports the functions and types of attachments to the other parts of the server.

export { agreedType } from '@sportello/fields/file-content'
export { ScannerUnavailable, type ScannerVersion, virusScannerAt } from './clamd.ts'
export { DamagedFile, SealedReader, SealedWriter } from './encrypted-file.ts'
export { inspectFiles } from './inspect-files.ts'
export { type RequestLimits, requestLimits } from './limits.ts'
export { type ReceivedFile, receiveFile } from './receive-file.ts'
export { rescan } from './rescan.ts'
export type { AttachmentStore } from './store.ts'
export { openStoredFile, type StoredFileReader, storedHashOf } from './stored-file-reader.ts'
