import { useRef } from 'react'
import { Button } from '../../shared/ui/button.tsx'

interface FileButtonProps {
  label: string
  /** Purpose of the file that the operator chooses, appended to the button's accessible name. */
  about: string
  accept: string
  onChoose: (file: File) => void
}

/** Button that opens the browser's file picker. */
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
          // Clears the file input, because the browser reports no change if the operator chooses the same file again.
          event.target.value = ''
          if (file) onChoose(file)
        }}
      />
    </>
  )
}
