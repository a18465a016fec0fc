import type { FileHandle } from 'node:fs/promises'

/**
 * Permanent storage for the attachments of stored requests: the disk or an object store. The files are already
 * encrypted when they are stored, and never change.
 */
export interface PermanentFiles {
  /**
   * Prepares the permanent storage of attachments, once per process.
   * @param say writes a line for the operator
   * @throws if the configuration can never work
   */
  prepare: (say: (message: string) => void) => Promise<void>
  /**
   * Moves a file from quarantine to the permanent storage. When the promise resolves, the file is safe against a crash.
   */
  keep: (customerCode: string, file: QuarantinedFile) => Promise<void>
  /** Opens a stored attachment. @throws an error with the code ENOENT if the file does not exist. */
  open: (customerCode: string, id: string) => Promise<FileHandle>
  /**
   * Creates a hard link to a stored attachment, or a copy of it, at `path`. The link or copy remains when the
   * attachment is removed.
   * @returns true if the attachment exists.
   */
  hold: (customerCode: string, id: string, path: string) => Promise<boolean>
  /** Removes a stored attachment. It is not an error if the file does not exist. */
  remove: (customerCode: string, id: string) => Promise<void>
  /**
   * Yields the ids of attachments that were stored before the given time. Yields them in batches; each batch belongs to
   * one
   * customer. Skips files whose names are not ids.
   */
  storedBefore: (moment: number) => AsyncGenerator<{ customerCode: string; ids: string[] }>
}

/** A received file in quarantine, synchronised to disk. The file does not belong to a stored request yet. */
export interface QuarantinedFile {
  id: string
  path: string
}

/** Matches the generated id of a stored attachment. */
export const FILE_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
