import { useEffect, useRef } from 'react'

/** Device pixels of the picture's height; shown at half of it, sharp on dense screens. */
const HEIGHT = 96

/**
 * A small picture of a chosen image, drawn from the file itself: no address is made of it that the page's policy would have to allow.
 * What cannot be drawn leaves no trace; the name beside it says what was chosen.
 */
export function FilePreview({ file }: { file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    let wanted = true
    createImageBitmap(file, { resizeHeight: HEIGHT, resizeQuality: 'medium' }).then(
      (picture) => {
        const element = canvas.current
        if (wanted && element) {
          element.width = Math.min(picture.width, 2 * HEIGHT)
          element.height = HEIGHT
          element.getContext('2d')?.drawImage(picture, 0, 0)
          element.hidden = false
        }
        picture.close()
      },
      () => {},
    )
    return () => {
      wanted = false
    }
  }, [file])
  return (
    <span aria-hidden="true">
      <canvas ref={canvas} className="file-preview" hidden />
    </span>
  )
}

export function isPicture(file: File): boolean {
  return /^image\/(?:png|jpeg|webp|gif)$/.test(file.type)
}
