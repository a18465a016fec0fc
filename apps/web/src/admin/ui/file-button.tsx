import { useRef } from 'react'
import { Button } from '../../shared/ui/button.tsx'

interface FileButtonProps {
  label: string
  /** What it is for, beside its words. */
  about: string
  accept: string
  onChoose: (file: File) => void
}

/** A button that asks for a file. */
export function FileButton({ label, about, accept, onChoose }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button onClick={() => input.current?.click()} aria-label={`${label}: ${about}`}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? []
          // The same file may be chosen again.
          event.target.value = ''
          if (file) onChoose(file)
        }}
      />
    </>
  )
}
