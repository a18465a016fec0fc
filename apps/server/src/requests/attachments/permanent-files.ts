import type { FileHandle } from 'node:fs/promises'

/**
 * Permanent storage for the attachments of stored requests: the disk or an object store. The files arrive encrypted and
 * never change.
 */
export interface PermanentFiles {
  /**
   * Prepares the permanent storage, once per process.
   * @param say writes a line for the operator
   * @throws if the configuration can never work
   */
  prepare: (say: (message: string) => void) => Promise<void>
  /** Moves a file from quarantine to the permanent storage. When the promise resolves, a crash cannot lose the file. */
  keep: (customerCode: string, file: QuarantinedFile) => Promise<void>
  /** Opens a stored file. @throws an error with the code ENOENT if the file does not exist. */
  open: (customerCode: string, id: string) => Promise<FileHandle>
  /**
   * Creates a hard link to a stored file, or a copy, at `path`; it stays when the stored file is removed.
   * @returns whether the file exists.
   */
  hold: (customerCode: string, id: string, path: string) => Promise<boolean>
  /** Removes a stored file; a missing file is no error. */
  remove: (customerCode: string, id: string) => Promise<void>
  /**
   * Yields the ids of files that were stored before a time, in batches of one customer. Skips files whose names are not
   * ids.
   */
  storedBefore: (moment: number) => AsyncGenerator<{ customerCode: string; ids: string[] }>
}

/** A received file in quarantine, synced to disk, that does not belong to a stored request yet. */
export interface QuarantinedFile {
  id: string
  path: string
}

/** Matches the generated id under which a file is stored. */
export const FILE_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
