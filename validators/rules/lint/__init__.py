"""What is legal and still worth a second look."""
