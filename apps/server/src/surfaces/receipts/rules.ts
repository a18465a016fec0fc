// Exports receipts to the other parts of the server.
export { CALLS_PER_RECEIPT, findSubmitted, printedReceipt, readReceipt } from './submitted-receipt.ts'
