import { useEffect, useRef } from 'react'

/**
 * Height in device pixels of the preview of a chosen image; the page shows the preview at half this size, so that it is
 * sharp on dense screens.
 */
const HEIGHT = 96

/**
 * A thumbnail of a chosen image. It is drawn on a canvas from the file itself, so that the page's content security
 * policy need not allow blob: URLs. If the browser cannot draw the file, there is no thumbnail; the page shows the
 * file's name in any case.
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
