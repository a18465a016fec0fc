import type { CustomerServices } from '../../catalogue/customers/services.ts'
import type { VirusScanner } from './clamd.ts'
import type { AttachmentStore } from './store.ts'

/** The services that store attachments and scan them for malware. */
export interface AttachmentServices extends CustomerServices {
  attachments: AttachmentStore
  /** The client of the virus scanner; undefined if no virus scanner is configured. */
  virusScanner: VirusScanner | undefined
}
