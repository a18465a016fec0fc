import type { FieldFault } from '@sportello/contract'
import { useEffect, useMemo, useState } from 'react'

type FilesByCode = Readonly<Record<string, readonly File[]>>

/**
 * Cached results of the content check: for each file, whether its content matches its name. Files that have not been
 * checked yet have no entry.
 */
const judged = new WeakMap<File, boolean>()

async function judge(file: File): Promise<void> {
  // The detection library is loaded only when the visitor chooses a file, because it contains a large table of hundreds
  // of file types.
  const { agreedType, HEAD_BYTES } = await import('@sportello/fields/file-content')
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
  judged.set(file, (await agreedType({ name: file.name, head })) !== undefined)
}

/**
 * Compares the content of each chosen file with the type in the file's name, and returns an error if they differ. The
 * visitor sees the error before the upload. The server applies the same rule to all files, including those that the
 * browser cannot read.
 */
export function useFileContents(files: FilesByCode): readonly FieldFault[] {
  const [looked, setLooked] = useState(0)
  useEffect(() => {
    const fresh = Object.values(files)
      .flat()
      .filter((file) => !judged.has(file))
    if (fresh.length === 0) return
    let wanted = true
    void Promise.allSettled(fresh.map(judge)).then(() => wanted && setLooked((count) => count + 1))
    return () => {
      wanted = false
    }
  }, [files])
  return useMemo(() => faultsIn(files, looked), [files, looked])
}

function faultsIn(files: FilesByCode, _looked: number): FieldFault[] {
  return Object.entries(files).flatMap(([field, chosen]) =>
    chosen
      .filter((file) => judged.get(file) === false)
      .slice(0, 1)
      .map((file) => ({ field, issue: { code: 'contenuto_file' as const, params: [file.name] } })),
  )
}
