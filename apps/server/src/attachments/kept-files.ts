import type { FileHandle } from 'node:fs/promises'

/** Where files stay once their request is acknowledged. They are sealed before they come here, and never change. */
export interface KeptFiles {
  /** To be called once a process. @param say what is told to whoever started it @throws where it cannot ever work as it is set up */
  prepare: (say: (message: string) => void) => Promise<void>
  /** Takes a file over from quarantine; when it resolves, it is there for good. */
  keep: (customerCode: string, file: QuarantinedFile) => Promise<void>
  /** @throws an error whose code is ENOENT where there is no such file. */
  open: (customerCode: string, id: string) => Promise<FileHandle>
  /** Gives a file a second name on this disk, which stays when the first goes. @returns whether the file is there. */
  hold: (customerCode: string, id: string, path: string) => Promise<boolean>
  /** What is not there is removed as well. */
  remove: (customerCode: string, id: string) => Promise<void>
  /** Ids of files older than a moment, some of one customer at a time. Names that are no id of ours are left alone. */
  keptBefore: (moment: number) => AsyncGenerator<{ customerCode: string; ids: string[] }>
}

/** A file that arrived and is not yet anybody's: on disk, synced, in quarantine. */
export interface QuarantinedFile {
  id: string
  path: string
}

/** The names that files have here, and no others. */
export const FILE_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
