import { toast } from "../../../ui/toast/toast.ts";
import { uploadPicture, uploadProblem } from "../media/upload.ts";
import type { UploadOptions } from "./rich/uploads.ts";

/** Sends pictures to the library from where they were dropped or pasted. @param onCount is told how many are under way */
export const pictureUploads = (onCount: (count: number) => void): UploadOptions => ({
  async upload(file, onProgress) {
    const { url, alt, width, height } = await uploadPicture(file, { onProgress });
    return { src: url, alt, width, height };
  },
  onFailure: (file, error) =>
    toast({ title: "Picture not uploaded", description: uploadProblem(error, file.name), tone: "error" }),
  onCount,
});
