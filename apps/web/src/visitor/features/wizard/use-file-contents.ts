import type { FieldFault } from '@sportello/contract'
import { useEffect, useMemo, useState } from 'react'

type FilesByCode = Readonly<Record<string, readonly File[]>>

/** Whether the content of a file is what its name says; a file that has not been looked at yet is missing. */
const judged = new WeakMap<File, boolean>()

async function judge(file: File): Promise<void> {
  // Fetched when a file is first chosen: it knows the first bytes of hundreds of types.
  const { agreedType, HEAD_BYTES } = await import('@sportello/fields/file-content')
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
  judged.set(file, (await agreedType({ name: file.name, head })) !== undefined)
}

/**
 * The chosen files whose content is not of the type that their name says, by the server's own rule, so that the visitor reads it before the
 * upload. What cannot be read here is left to the server.
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
