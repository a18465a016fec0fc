import type { FileHandle } from 'node:fs/promises'

/** Permanent storage of the files of stored requests. The files are encrypted before and never change. */
export interface PermanentFiles {
  /** Prepares the storage, once per process. @param say reports a line to the operator @throws if the configuration can never work */
  prepare: (say: (message: string) => void) => Promise<void>
  /** Moves a file from quarantine; when it resolves, the file is stored durably. */
  keep: (customerCode: string, file: QuarantinedFile) => Promise<void>
  /** @throws an error with the code ENOENT if the file does not exist. */
  open: (customerCode: string, id: string) => Promise<FileHandle>
  /** Creates a hard link or a local copy, which outlives the removal of the file. @returns whether the file exists. */
  hold: (customerCode: string, id: string, path: string) => Promise<boolean>
  /** Removes files; missing files are no error. */
  remove: (customerCode: string, id: string) => Promise<void>
  /** Yields the ids of files older than a time, in batches of one customer. Files whose names are not ids are skipped. */
  storedBefore: (moment: number) => AsyncGenerator<{ customerCode: string; ids: string[] }>
}

/** A received file in quarantine, synced to disk, that belongs to no stored request yet. */
export interface QuarantinedFile {
  id: string
  path: string
}

/** Matches the names of stored files. */
export const FILE_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
