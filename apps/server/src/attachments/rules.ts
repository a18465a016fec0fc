// What other concepts may use of attachments.
export { ScannerUnavailable, type ScannerVersion, type VirusScanner, virusScannerAt } from './clamd.ts'
export { agreedType } from './content-type.ts'
export { inspectFiles } from './inspect-files.ts'
export { type KeptContent, keptContent } from './kept-content.ts'
export { type RequestLimits, requestLimits } from './limits.ts'
export { type ReceivedFile, receiveFile } from './receive-file.ts'
export { rescan, rescanFurther } from './rescan.ts'
export { DamagedFile, SealedReader, SealedWriter } from './sealed-file.ts'
