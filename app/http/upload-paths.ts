/** Bodies of these aren't JSON, may be large and may take any time. (`deploy/nginx.conf` names them, too.) */
export const UPLOAD_PATHS = [
  "/api/admin/media",
  "/api/admin/media/files",
  "/api/admin/imports",
  "/api/admin/newsletter/import",
  "/api/admin/appearance/files",
  "/setup/restore/file",
];
