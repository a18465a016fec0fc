// What other concepts may use of attachments.
export { agreedType } from './content-type.ts'
export { type RequestLimits, requestLimits } from './limits.ts'
export { type ReceivedFile, receiveFile } from './receive-file.ts'
