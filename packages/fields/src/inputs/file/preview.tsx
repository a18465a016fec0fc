import { useEffect, useRef } from 'react'

/**
 * Height in pixels of the preview of a chosen image. The page shows the preview at half this size, so that it is sharp
 * on high-resolution screens.
 */
const HEIGHT = 96

/**
 * Thumbnail of a chosen image. It is drawn on a canvas from the file itself, so that the page's content security policy
 * need not allow blob: URLs. If the browser cannot draw the image, there is no thumbnail, only the name of the file.
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
