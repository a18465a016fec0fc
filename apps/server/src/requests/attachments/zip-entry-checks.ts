/** File names that Windows, macOS or Linux execute or mount on opening, and Office formats with macros. */
export const EXECUTABLE_NAMES =
  /\.(?:exe|dll|com|bat|cmd|pif|scr|cpl|msi|msp|mst|msix|appx|ps1|psm1|vbs|vbe|js|jse|mjs|wsf|wsh|ws|hta|lnk|url|scf|inf|reg|jar|apk|app|dmg|pkg|deb|rpm|sh|command|chm|hlp|iso|img|vhd|vhdx|docm|dotm|xlsm|xltm|xlam|pptm|potm|ppam)[. ]*$/i

/**
 * Returns whether an archive's entry holds VBA macros. File extensions that allow macros are rejected, so such an entry belongs to a document with a false
 * extension.
 */
export function isMacroProject(name: string): boolean {
  return /(?:^|\/)vbaProject[^/]*\.bin$/i.test(name)
}

/** Signatures: the first bytes of executables and scripts. */
const EXECUTABLE_SIGNATURES = [
  Buffer.from('MZ'),
  Buffer.from('\x7fELF', 'latin1'),
  Buffer.from('\xfe\xed\xfa\xce', 'latin1'),
  Buffer.from('\xfe\xed\xfa\xcf', 'latin1'),
  Buffer.from('\xce\xfa\xed\xfe', 'latin1'),
  Buffer.from('\xcf\xfa\xed\xfe', 'latin1'),
  Buffer.from('\xca\xfe\xba\xbe', 'latin1'),
  Buffer.from('#!/'),
  // The signature of a Windows shortcut (shell link, [MS-SHLLINK] 2.1).
  Buffer.from('\x4c\0\0\0\x01\x14\x02\0', 'latin1'),
]

/** Whether content that begins with `head` is an executable or a script. */
export function isExecutable(head: Buffer): boolean {
  return EXECUTABLE_SIGNATURES.some((signature) => head.subarray(0, signature.length).equals(signature))
}

/** Signatures: the first bytes of archive formats other than ZIP. */
const ARCHIVE_SIGNATURES = [
  Buffer.from('7z\xbc\xaf\x27\x1c', 'latin1'),
  Buffer.from('Rar!\x1a\x07', 'latin1'),
  Buffer.from('\x1f\x8b', 'latin1'),
  Buffer.from('BZh'),
  Buffer.from('\xfd7zXZ\0', 'latin1'),
  Buffer.from('\x28\xb5\x2f\xfd', 'latin1'),
  Buffer.from('MSCF\0\0\0\0'),
  Buffer.from('\x1f\x9d', 'latin1'),
]

/** Whether content is an archive of a format that the server cannot inspect and therefore rejects; `ustar` marks a tar file. */
export function isUnsupportedArchive(head: Buffer): boolean {
  return ARCHIVE_SIGNATURES.some((signature) => head.subarray(0, signature.length).equals(signature)) || head.subarray(257, 262).toString('latin1') === 'ustar'
}
