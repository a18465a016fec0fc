/**
 * Matches names of dangerous files: files that Windows, macOS or Linux execute or mount when a person opens them, and
 * Office documents with macros.
 */
export const EXECUTABLE_NAMES =
  /\.(?:exe|dll|com|bat|cmd|pif|scr|cpl|msi|msp|mst|msix|appx|ps1|psm1|vbs|vbe|js|jse|mjs|wsf|wsh|ws|hta|lnk|url|scf|inf|reg|jar|apk|app|dmg|pkg|deb|rpm|sh|command|chm|hlp|iso|img|vhd|vhdx|docm|dotm|xlsm|xltm|xlam|pptm|potm|ppam)[. ]*$/i

/**
 * Returns true if an archive entry with this name contains VBA macros. The server already rejects documents whose file
 * extension stands for macros, so an Office document that contains such an entry has a false extension.
 */
export function isMacroProject(name: string): boolean {
  return /(?:^|\/)vbaProject[^/]*\.bin$/i.test(name)
}

/** The first bytes by which the server recognises executables and scripts. */
const EXECUTABLE_SIGNATURES = [
  Buffer.from('MZ'),
  Buffer.from('\x7fELF', 'latin1'),
  Buffer.from('\xfe\xed\xfa\xce', 'latin1'),
  Buffer.from('\xfe\xed\xfa\xcf', 'latin1'),
  Buffer.from('\xce\xfa\xed\xfe', 'latin1'),
  Buffer.from('\xcf\xfa\xed\xfe', 'latin1'),
  Buffer.from('\xca\xfe\xba\xbe', 'latin1'),
  Buffer.from('#!/'),
  // The first bytes of a Windows shortcut (shell link, [MS-SHLLINK] 2.1).
  Buffer.from('\x4c\0\0\0\x01\x14\x02\0', 'latin1'),
]

/** Returns true if a file is an executable or a script, judged by its first bytes `head`. */
export function isExecutable(head: Buffer): boolean {
  return EXECUTABLE_SIGNATURES.some((signature) => head.subarray(0, signature.length).equals(signature))
}

/** The first bytes by which the server recognises archive formats other than ZIP. */
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

/**
 * Returns true for an archive in a format that the server cannot inspect; the server rejects such a file. `head`
 * contains
 * the file's first bytes. The text `ustar` identifies a tar file.
 */
export function isUnsupportedArchive(head: Buffer): boolean {
  return ARCHIVE_SIGNATURES.some((signature) => head.subarray(0, signature.length).equals(signature)) || head.subarray(257, 262).toString('latin1') === 'ustar'
}
