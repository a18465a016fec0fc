import type { FileHandle } from 'node:fs/promises'

/** Permanent storage of stored requests' attachments, which are encrypted before and never change: the disk or an object store. */
export interface PermanentFiles {
  /** Prepares the permanent storage, once per process. @param say reports a line to the operator @throws if the configuration can never work */
  prepare: (say: (message: string) => void) => Promise<void>
  /** Moves a file from quarantine to the permanent storage; when the promise resolves, the file is stored durably. */
  keep: (customerCode: string, file: QuarantinedFile) => Promise<void>
  /** Opens a stored file. @throws an error with the code ENOENT if the file does not exist. */
  open: (customerCode: string, id: string) => Promise<FileHandle>
  /** Creates at `path` a hard link to a stored file, or a copy, which outlives the removal of the file. @returns whether the file exists. */
  hold: (customerCode: string, id: string, path: string) => Promise<boolean>
  /** Removes a stored file; a missing file is no error. */
  remove: (customerCode: string, id: string) => Promise<void>
  /** Yields the ids of stored files older than a time, in batches of one customer. Files whose names are not ids are skipped. */
  storedBefore: (moment: number) => AsyncGenerator<{ customerCode: string; ids: string[] }>
}

/** A received file in quarantine, synced to disk, that belongs to no stored request yet. */
export interface QuarantinedFile {
  id: string
  path: string
}

/** Matches the generated id by which a file is stored. */
export const FILE_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
